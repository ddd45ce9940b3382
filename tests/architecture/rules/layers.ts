import { importsOf, targetOf, type Source } from './sources.ts'

/** Lower layers never import higher ones. */
const SRC_RANK: Record<string, number> = { shared: 0, core: 1, features: 2, app: 3 }
const SERVER_RANK: Record<string, number> = { core: 0, features: 1 }

const locate = (path: string) => {
  const [side, layer = '', name = ''] = path.split('/')
  return { side: side as string, layer, name }
}

/** One sentence for each import that breaks the rules. */
export const brokenLayers = (files: readonly Source[]): string[] =>
  files.flatMap((file) =>
    importsOf(file.text).flatMap((specifier) => {
      const target = targetOf(file.path, specifier)
      const problem = target === null ? packageProblem(file.path, specifier) : layerProblem(file.path, target)
      return problem ? [`${file.path} imports ${specifier}: ${problem}`] : []
    }),
  )

const packageProblem = (importer: string, name: string): string | null => {
  const { side, layer } = locate(importer)
  if (side === 'contract' && !/^zod(\/|$)/.test(name)) return 'contract/ imports only the schema library.'
  if (side === 'src' && name === 'axios' && !importer.startsWith('src/core/http/'))
    return 'only src/core/http imports axios; call publicCall or authedCall.'
  if (side === 'src' && name.startsWith('node:')) return 'the app runs in a browser.'
  if (
    side === 'src' &&
    layer === 'shared' &&
    /^(react-redux|@reduxjs|@tanstack\/react-query|i18next|react-i18next)/.test(name)
  )
    return 'shared/ takes texts, state and callbacks as props.'
  return null
}

const layerProblem = (importer: string, target: string): string | null => {
  const from = locate(importer)
  const to = locate(target)
  if (from.side === 'contract' && to.side !== 'contract') return 'contract/ imports neither side.'
  if (from.side === 'src' && !['src', 'contract', 'package.json'].includes(to.side))
    return 'the app never imports the server.'
  if (from.side === 'server' && !['server', 'contract', 'package.json'].includes(to.side))
    return 'the server never imports the app.'
  if (from.side !== to.side) return null
  if (from.side === 'src') {
    const [a, b] = [SRC_RANK[from.layer], SRC_RANK[to.layer]]
    if (a !== undefined && b !== undefined && b > a)
      return `${from.layer}/ is below ${to.layer}/: take it as an argument.`
    if (from.layer === 'features' && to.layer === 'features' && from.name !== to.name)
      return 'features never import each other: a page that needs both belongs in src/app/pages.'
    if (
      from.layer === 'app' &&
      to.layer === 'features' &&
      !/^src\/features\/[^/]+\/(?:[a-z-]+\/)?(index\.ts|outbox\.ts|locales\/)/.test(target)
    )
      return 'a feature has one entry point: its index.ts, and outbox.ts for its unsent work (another one needs a decision note).'
  }
  if (from.side === 'server') {
    const [a, b] = [SERVER_RANK[from.layer], SERVER_RANK[to.layer]]
    if (a !== undefined && b !== undefined && b > a)
      return 'server/core knows no feature: pass it in server/app.ts.'
    if (from.layer === 'features' && to.layer === 'features' && from.name !== to.name)
      return 'features never import each other: pass the function in server/app.ts.'
  }
  return null
}
