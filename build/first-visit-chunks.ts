/** Which file of the build a module goes to: a first visit is a few files, not one for each shared module. */

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** What each group needs at once; a module goes to the first group that needs it. */
const GROUPS: readonly (readonly [name: string, entries: readonly string[]])[] = [
  ['first', ['src/main.tsx']],
  ['sign-in', ['src/features/auth/pages/SignInPage.tsx']],
  ['member', ['src/app/MemberRoot.tsx']],
  ['home', ['src/app/pages/LearningHomePage.tsx', 'src/features/courses/home-blocks.ts']],
  ['home-lower', ['src/features/courses/home-blocks-lower.ts', 'src/features/leaderboard/home-blocks.ts']],
]
/** What pages share with the home and each other, by group: small, and wanted by nearly all of them. */
const SHARED: Readonly<Record<string, string>> = { home: 'shared', 'home-lower': 'shared-lower' }
const IS_SHARED = /\/src\/shared\/(?:ui|lib)\/|\/node_modules\/lucide-react\/|\/contract\//
/** Its blocks are in part the top bar's too: each goes where it is asked for. */
const LOWER_BLOCKS = /\/components\/home\//

const placeOf = (group: string, id: string): string | null => {
  const shared = SHARED[group]
  if (shared && IS_SHARED.test(id)) return shared
  return group === 'home-lower' && !LOWER_BLOCKS.test(id) ? null : group
}
/**
 * The schema library, and schemas that some page does check with (the course builder its questions and problems): what members
 * import of those contracts is types and plain constants, which need neither.
 */
const SCHEMAS = /\/node_modules\/zod\/|\/contract\/(?:common|courses\/quiz|problems\/problems)\.ts$/
/** Growing lists and changes begin on later pages; the library’s door passes them on without needing them itself. */
const LISTS =
  /\/node_modules\/@tanstack\/.*\/(?:infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)\.js$/
const GUEST_TEXTS = /src\/(?:app|features\/auth)\/locales\/([a-z]+)\.json|src\/app\/texts\/guest-([a-z]+)\.ts/

const closure = (graph: ModuleGraph, entries: readonly string[]): Set<string> => {
  const seen = new Set<string>()
  const queue = [...entries]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}

const groupsOf = (graph: ModuleGraph, root: string) => {
  const needs = new Map(
    GROUPS.map(([name, entries]) => [
      name,
      closure(
        graph,
        entries.map((path) => `${root}/${path}`),
      ),
    ]),
  )
  const ofMembers = ['member', 'home', 'home-lower']
  const both = (id: string) => ofMembers.some((name) => needs.get(name)?.has(id))
  const placed = new Map<string, string>()
  for (const [name, ids] of needs)
    for (const id of ids) {
      if (placed.has(id)) continue
      // Neither side of the sign-in loads the other's pieces.
      const place = name === 'sign-in' && both(id) ? 'first' : placeOf(name, id)
      if (place !== null) placed.set(id, place)
    }
  return placed
}

/** For `codeSplitting.groups`: the parts of a first visit, and each language's first texts together. */
export const firstVisitChunks = (root: string) => {
  let groups: Map<string, string> | null = null
  return (id: string, graph: ModuleGraph): string | null => {
    const texts = GUEST_TEXTS.exec(id)
    if (texts) return `texts-${texts[1] ?? texts[2]}`
    if (id.includes('vite/preload-helper')) return 'first'
    if (SCHEMAS.test(id) || LISTS.test(id)) return null
    groups ??= groupsOf(graph, root)
    return groups.get(id) ?? null
  }
}
