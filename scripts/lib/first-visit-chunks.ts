/** Which file of the build a module goes to: the first visit is a few files, not one for each shared module. */

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Everything these need before the sign-in form can be used. */
const FIRST_VISIT = ['src/main.tsx', 'src/features/auth/pages/SignInPage.tsx', 'src/features/auth/index.ts']
const GUEST_TEXTS =
  /src\/(?:app|features\/auth)\/locales\/(en|hi|ar)\.json|src\/app\/texts\/guest-(en|hi|ar)\.ts/

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

/** For `codeSplitting.groups`: the sign-in page's modules together, each language's first texts together. */
export const firstVisitChunks = (root: string) => {
  let first: Set<string> | null = null
  return (id: string, graph: ModuleGraph): string | null => {
    const texts = GUEST_TEXTS.exec(id)
    if (texts) return `texts-${texts[1] ?? texts[2]}`
    first ??= closure(
      graph,
      FIRST_VISIT.map((path) => `${root}/${path}`),
    )
    return first.has(id) || id.includes('vite/preload-helper') ? 'first' : null
  }
}
