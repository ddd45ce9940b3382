/** First and last name of an account, which stores the full name (spec 3). */
export interface Names {
  first_name: string
  last_name: string
}

export const fullNameOf = ({ first_name: first, last_name: last }: Names): string => `${first} ${last}`.trim()

/** The stored names while they still make up the full name; else the last word counts as the last name. */
export const namesOf = (fullName: string, stored: Names): Names => {
  if (fullNameOf(stored) === fullName) return stored
  const words = fullName.split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  return { first_name: words.join(' '), last_name: last ?? '' }
}
