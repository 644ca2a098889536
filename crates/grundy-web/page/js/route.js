// The address says what is shown: `#/VIEW?PARAMETERS`.

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
 * What positions are written with stays readable in an address; a plus is a plus.
 * @param {string} value
 */
function readable(value) {
  return encodeURIComponent(value).replace(/%(2C|3A|40|2B|3D|3E|7E|3B)/g, (code) => decodeURIComponent(code));
}

/** What the address asks for. */
export function here() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path || "position", params: new URLSearchParams(query.replaceAll("+", "%2B")) };
}

/**
 * Writes the state of a view into the address, without going anywhere.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} params
 * @param {{replace?: boolean}} [how] `replace`: no step for the back button
 */
export function note(view, params, { replace = false } = {}) {
  const target = link(view, params);
  if (target === location.hash) return;
  if (replace) history.replaceState(null, "", target);
  else history.pushState(null, "", target);
  handled = location.href;
}

/**
 * Goes to a view.
 * @param {string} view
 * @param {Record<string, string | number | null | undefined>} params
 */
export function go(view, params) {
  location.hash = link(view, params);
}

let handled = "";

/**
 * Calls `show` now and whenever the address changes otherwise than by `note`.
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
