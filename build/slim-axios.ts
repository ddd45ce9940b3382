/** Parts of axios that the app never reaches: its calls go out by XMLHttpRequest and carry JSON (core/http). */
import type { Plugin } from 'vite'

/** What stands in for each: the same exports, nothing behind them. */
export const leftOut: Readonly<Record<string, string>> = {
  // Asked for only where XMLHttpRequest does not exist.
  'axios/lib/adapters/fetch.js': 'export const getFetch = () => null; export default null',
  // Asked for only where a form is sent as JSON.
  'axios/lib/helpers/formDataToJSON.js': 'export default () => null',
  'axios/lib/helpers/HttpStatusCode.js': 'export default {}',
}

/** For the app's production build only; the tests run the whole library. */
export const slimAxios = (): Plugin => ({
  name: 'slim-axios',
  apply: 'build',
  load: {
    filter: { id: /node_modules\/axios\/lib\// },
    handler(id) {
      const [, file] = id.replaceAll('\\', '/').split('/node_modules/')
      return (file && leftOut[file]) ?? null
    },
  },
})
