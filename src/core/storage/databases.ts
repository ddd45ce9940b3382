/** Databases in which something of a person may wait, for those who fill them and for the seal (core/seal). */
export const KV_DB = 'lms'
export const KV_STORE = 'kv'
export const ACTIVITY_DB = 'lms-activity'
export const ACTIVITY_STORE = 'segments'
export const ATTEMPTS_DB = 'lms-attempts'
export const ATTEMPTS_STORE = 'records'
/** The seal's own: made when somebody signs in, and there from then on. */
export const SEALED_DB = 'lms-sealed'
