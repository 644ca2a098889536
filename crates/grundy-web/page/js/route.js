// The state of the page in its address: `#/VIEW?PARAMETERS`.

/**
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} params
 */
export function link(view, params) {
  const pairs = Object.entries(params).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  const text = pairs.map(([key, value]) => `${key}=${readable(String(value))}`).join("&");
  return `#/${view}${text === "" ? "" : `?${text}`}`;
}

/**
 * Encodes a value, but keeps the characters of positions readable. `+` is not a space.
 * @param {string} value
 */
function readable(value) {
  return encodeURIComponent(value).replace(/%(2C|3A|40|2B|3D|3E|7E|3B)/g, (code) => decodeURIComponent(code));
}

/** The view and parameters of the address. */
export function here() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path || "position", params: new URLSearchParams(query.replaceAll("+", "%2B")) };
}

/**
 * Writes the state of a view to the address, without navigating.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} params
 * @param {{replace?: boolean}} [how] `replace`: do not add an entry to the history
 */
export function note(view, params, { replace = false } = {}) {
  const target = link(view, params);
  if (target === location.hash) return;
  if (replace) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  handled = location.href;
}

/**
 * Navigates to a view.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} params
 */
export function go(view, params) {
  location.hash = link(view, params);
}

let handled = "";

/**
 * Calls `show` now, and whenever the address changes other than by `note`.
 * @param {() => void} show
 */
export function follow(show) {
  const check = () => {
    if (location.href === handled) return;
    handled = location.href;
    show();
  };
  addEventListener("popstate", check);
  addEventListener("hashchange", check);
  check();
}

/**
 * Starts a view: it reads the address now, and whenever it changes.
 * @param {(params: URLSearchParams) => void} read
 * @param {URLSearchParams} params
 * @param {{leave(): void, again?(): void}} ends what the view does when it is left, and when the program answers again
 * @returns {import("./types.js").View}
 */
export function started(read, params, ends) {
  read(params);
  return { update: read, ...ends };
}
