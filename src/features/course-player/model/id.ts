/** PostgreSQL's largest integer: no larger id exists. */
const ID_MAX = 2_147_483_647

/** The id in an address; null when what stands there is no id. */
export const idFrom = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? Number(text) : null
