// One frame, one drawing: whatever happened since the last, the newest state is drawn. It draws
// again by itself only as long as what it drew says that something moves.

/**
 * @param draw draws at a frame's time stamp, and says whether something moves by itself.
 * @returns asks for a frame.
 */
export function frames(draw) {
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame((stamp) => {
      isAsked = false;
      if (draw(stamp)) ask();
    });
  };
  return ask;
}
