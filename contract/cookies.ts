/** Browsers take a cookie with this prefix only over https and for the one host that sets it. */
export const HOST_COOKIE_PREFIX = '__Host-'
/** i18next's own name (spec 1); over https the app stores it with the prefix. */
export const LANGUAGE_COOKIE = 'i18next'
