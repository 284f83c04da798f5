// What the user should read: the newest sentence, as a code that the words are looked up by.

/**
 * The model with something to read: `code` of a refusal, `out`, a reason, or `held`, when a match
 * goes on.
 */
export const noticed = (model, notice, now) => ({
  ...model, noticesMade: model.noticesMade + 1,
  notice: { ...notice, at: now, number: model.noticesMade + 1 },
});
/** How long a notice is worth showing, in milliseconds. */
export const FRESH = 5000;
