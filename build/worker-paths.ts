import type { Plugin } from 'vite'
import { SERVER_PATHS } from '../contract/server-paths.ts'

const PLACEHOLDER = 'self.__SERVER_PATHS'

/** The worker's source with the server's paths in it. The worker imports nothing, so they are written into it. */
export const fillServerPaths = (code: string): string => {
  if (code.split(PLACEHOLDER).length !== 2)
    throw new Error(`public/sw-custom.js must contain ${PLACEHOLDER} exactly once.`)
  return code.replace(PLACEHOLDER, JSON.stringify(SERVER_PATHS))
}

/** For the worker's build. */
export const workerPaths = (): Plugin => ({
  name: 'worker-paths',
  transform: {
    filter: { id: /\/public\/sw-custom\.js$/ },
    handler: (code) => ({ code: fillServerPaths(code), map: null }),
  },
})
