// Style sheets that come with the screens that need them.

/** Adds a sheet to the page, behind those it has; resolves once it counts, or cannot be had. */
export const sheet = (name) => new Promise((resolve) => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/styles/${name}.css`;
  link.addEventListener("load", resolve);
  link.addEventListener("error", resolve);
  document.head.append(link);
});
