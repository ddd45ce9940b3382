/** As plain data: the app checks an address before it is sent, and does not need the schema library for it. */
export const publicFields = ['picture', 'bio', 'links', 'badges', 'courses'] as const
export type PublicField = (typeof publicFields)[number]

/** Letters, digits and single dashes: an address that can be read aloud. */
export const HANDLE = /^(?=.{3,30}$)[a-z0-9]+(?:-[a-z0-9]+)*$/

interface Shown {
  picture: string | null
  bio: string
  links: readonly string[]
  badges: readonly unknown[]
  courses: readonly unknown[]
}

/** What others see of a whole profile: the server's answer and the preview in the app follow the same rule. */
export const shownPart = <P extends Shown>(whole: P, fields: readonly PublicField[]): P => {
  const shows = (field: PublicField) => fields.includes(field)
  return {
    ...whole,
    picture: shows('picture') ? whole.picture : null,
    bio: shows('bio') ? whole.bio : '',
    links: shows('links') ? whole.links : [],
    badges: shows('badges') ? whole.badges : [],
    courses: shows('courses') ? whole.courses : [],
  }
}

/** An address to offer for a name; empty when nothing of the name can stand in one. */
export const handleFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replaceAll(/^-+|-+$/g, '')
