/** The parts of /user-profile, each with an address of its own after the hash. */
export const views = [
  'about',
  'public',
  'activity',
  'payments',
  'preferences',
  'notifications',
  'security',
  'own-data',
] as const
export type View = (typeof views)[number]

/** Null where the address names none: wide screens show the first one, phones the list. */
export const viewIn = (hash: string): View | null => views.find((view) => `#${view}` === hash) ?? null
