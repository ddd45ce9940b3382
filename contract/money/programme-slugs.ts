/** The programmes that a client can offer (spec 2): each has a page of its own. */
export const programmeSlugs = ['flagship', 'nanodegree'] as const
export type ProgrammeSlug = (typeof programmeSlugs)[number]

/** The address of a programme's page. */
export const programmePath = (slug: ProgrammeSlug) => `/${slug}-program-payment` as const
