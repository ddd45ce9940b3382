/**
 * Parts of libraries that the app never reaches and that tree shaking keeps: they stand in the one file of the library, and
 * something in it mentions them. Each cut must match, so a new version of a library that looks different fails the build.
 */
import type { Plugin } from 'vite'

export interface Cut {
  from: RegExp
  to: string
}

export const cuts: Readonly<Record<string, readonly Cut[]>> = {
  // The app renders `BrowserRouter`, `Routes` and `Link`; forms, scripts and prefetching belong to the framework mode.
  'react-router/dist/development/chunk-': [
    // A component with a name assigned to it counts as used. Only developers' tools show these names.
    { from: /^(?:[A-Z]\w+)\.displayName = "[\w ]+";$/gm, to: '' },
    {
      from: /^var (NavLink|Form) = (React\d*)\.forwardRef\($/gm,
      to: 'var $1 = /* @__PURE__ */ $2.forwardRef(',
    },
    {
      from: /^var (AwaitErrorBoundary|RemixErrorBoundary) = class extends React\d*\.Component \{$/gm,
      to: 'var $1 = class extends null {',
    },
    { from: /^var ENABLE_DEV_WARNINGS = true;$/gm, to: 'var ENABLE_DEV_WARNINGS = false;' },
    {
      from: /^function (RSCErrorHandler|DefaultErrorComponent)\(/gm,
      to: 'function $1() {\n  return null;\n}\nfunction leftOut$1(',
    },
    // What it answers outside of the framework mode.
    {
      from: /^function usePrefetchBehavior\(/gm,
      to: 'function usePrefetchBehavior() {\n  return [false, null, {}];\n}\nfunction leftOutPrefetchBehavior(',
    },
    {
      from: /^function PrefetchPageLinks\(/gm,
      to: 'function PrefetchPageLinks() {\n  return null;\n}\nfunction leftOutPrefetchPageLinks(',
    },
  ],
  // No text names a format; numbers and dates are formatted by `shared/lib/format.ts`.
  'i18next/dist/esm/i18next.js': [
    {
      from: /^class Formatter \{$/gm,
      to: 'class Formatter {\n  init() {}\n  format(value) {\n    return value;\n  }\n}\nclass LeftOutFormatter {',
    },
  ],
  // Only `Trans` turns entities into characters, and no page has one.
  'react-i18next/dist/es/unescape.js': [
    { from: /text => text\.replace\(matchHtmlEntity, unescapeHtmlEntity\)/g, to: 'text => text' },
  ],
}

/** The library's code without its cuts. */
export const applyCuts = (code: string, list: readonly Cut[]): string =>
  list.reduce((rest, { from, to }) => {
    if (rest.search(from) === -1) throw new Error(`slim-libraries: nothing matches ${from.source}`)
    return rest.replace(from, to)
  }, code)

export const cutsOf = (id: string, code: string): readonly Cut[] => {
  const [, file] = id.replaceAll('\\', '/').split('/node_modules/')
  const name = Object.keys(cuts).find((start) => file?.startsWith(start) && !/\/chunk-.*\.js$/.test(file))
  // The router has a second file of shared code, for servers, and both again in CommonJS.
  if (!name || (name.startsWith('react-router') && !/^function usePrefetchBehavior/m.test(code))) return []
  return cuts[name] ?? []
}

/** For the app's production build only; the tests run the whole libraries. */
export const slimLibraries = (): Plugin => ({
  name: 'slim-libraries',
  apply: 'build',
  transform: {
    filter: {
      id: /node_modules\/(?:react-router\/dist\/development\/chunk-|i18next\/dist\/esm\/i18next\.js|react-i18next\/dist\/es\/unescape\.js)/,
    },
    handler(code, id) {
      const list = cutsOf(id, code)
      return list.length > 0 ? { code: applyCuts(code, list), map: null } : null
    },
  },
})
