/** As plain data: the app checks a number before it is sent, and does not need the schema library for it. */
export const PHONE_NUMBER_MAX = 20
/** Empty means none. */
export const PHONE_NUMBER = /^(\+?[0-9 ()-]{6,20})?$/
