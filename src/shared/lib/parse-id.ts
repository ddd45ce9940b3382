/** PostgreSQL's largest integer. */
const ID_MAX = 2_147_483_647

/** Reads an id from a URL; null when the text is not a valid id. */
export const parseId = (text: string | null | undefined): number | null =>
  typeof text === 'string' && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? Number(text) : null
