import { importsOf, targetOf, type Source } from './sources.ts'

/** Which files each file imports; types count, for a cycle of types keeps files from being read one after another. */
const importGraph = (files: readonly Source[]): ReadonlyMap<string, readonly string[]> => {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, text }) => [
      path,
      [...new Set(importsOf(text).map((specifier) => targetOf(path, specifier)))].filter(
        (target): target is string => target !== null && known.has(target),
      ),
    ]),
  )
}

export const cyclesIn = (files: readonly Source[]): string[][] => cyclesOf(importGraph(files))

/**
 * Groups of files that import each other, directly or through others (Tarjan's strongly connected components). A file
 * that imports itself counts too.
 */
export const cyclesOf = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  const visit = (path: string) => {
    order.set(path, order.size)
    lowest.set(path, order.get(path) ?? 0)
    open.push(path)
    for (const target of graph.get(path) ?? []) {
      if (!order.has(target)) visit(target)
      else if (!open.includes(target)) continue
      lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(path) !== order.get(path)) return
    const group = open.splice(open.indexOf(path))
    if (group.length > 1 || graph.get(path)?.includes(path)) cycles.push(group.toSorted())
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return cycles
}
