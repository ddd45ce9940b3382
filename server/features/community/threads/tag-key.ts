/** Equal for all spellings of one tag. */
export const tagKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ')
