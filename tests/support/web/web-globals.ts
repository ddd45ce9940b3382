/** What browsers have and jsdom lacks, of Node's own make: in a context of jsdom's own it is not in sight by itself. */
import { performance } from 'node:perf_hooks'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'

const put = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

for (const [name, value] of Object.entries({ ReadableStream, TransformStream, WritableStream }))
  if (!(name in globalThis)) put(name, value)
if (!('mark' in globalThis.performance)) put('performance', performance)
