import { importsOf, targetOf, type Source } from './sources.ts'

/**
 * The folders of `src/core` from the lowest rank to the highest; folders of one line do not import each other. Files
 * directly in `src/core` (addresses, and when a page is interactive) belong to the lowest.
 */
export const CORE_RANKS: readonly (readonly string[])[] = [
  ['storage', 'security', 'client-config', 'live', 'notify'],
  ['theme', 'i18n', 'sharing'],
  ['http'],
  ['session'],
  ['offline', 'store'],
  ['api'],
  ['activity', 'pwa'],
  ['editing', 'lists'],
  ['sign-out'],
]

export const RANK_ADVICE =
  'core has ranks, storage < http < session < offline < activity, pwa (all of them: tests/architecture/rules/ranks.ts): take it as an argument, or offer a hook.'

const LOWEST = 0

/** -1 for a folder that stands in no rank. */
export const rankOf = (folder: string): number => CORE_RANKS.findIndex((rank) => rank.includes(folder))

/** The folder of a file in `src/core`; null outside, the empty string for a file directly in it. */
const folderOf = (path: string): string | null => {
  const [side, layer, ...rest] = path.split('/')
  if (side !== 'src' || layer !== 'core') return null
  return rest.length > 1 ? (rest[0] ?? '') : ''
}

/** One sentence for each import that goes upward, sideways or to a folder without a rank. */
export const brokenRanks = (files: readonly Source[]): string[] =>
  files.flatMap((file) => {
    const from = folderOf(file.path)
    if (from === null) return []
    return importsOf(file.text).flatMap((specifier) => {
      const to = folderOf(targetOf(file.path, specifier) ?? '')
      if (to === null || to === from) return []
      const [above, below] = [from, to].map((folder) => (folder === '' ? LOWEST : rankOf(folder)))
      const isDownward = to === '' ? true : above !== -1 && below !== -1 && (below ?? 0) < (above ?? 0)
      return isDownward ? [] : [`${file.path} imports ${specifier}: ${RANK_ADVICE}`]
    })
  })

/** What a folder of this rank may not import, as patterns for the linter. */
export const forbiddenFor = (rank: number): string[] =>
  CORE_RANKS.slice(rank).flatMap((folders) => folders.map((folder) => `#src/core/${folder}/*`))
