/** Browser globals that jsdom lacks and Node has; a jsdom environment does not inherit them. */
import { performance } from 'node:perf_hooks'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

for (const [name, value] of Object.entries({ ReadableStream, TransformStream, WritableStream }))
  if (!(name in globalThis)) define(name, value)
if (!('mark' in globalThis.performance)) define('performance', performance)
