/** For `like` and `ilike`: finds what contains the text. `%`, `_` and `\` stand for themselves. */
export const likePattern = (text: string): string => `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** The same for columns that are in lower case, such as `app_user.search_text`. */
export const lowerLikePattern = (text: string): string => likePattern(text.normalize('NFC').toLowerCase())
