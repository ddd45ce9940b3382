/**
 * Takes from a worker everything that reaches beyond it: network, storage, other workers, other tabs. What stays is the
 * language itself and what the runtimes need. The worker's own policy (connect-src 'none', no scripts) stands behind it.
 */
const STAYS = new Set([
  // Of the platform: timers for event loops, text, numbers from chance, WebAssembly's own world.
  'setTimeout',
  'clearTimeout',
  'queueMicrotask',
  'performance',
  'TextEncoder',
  'TextDecoder',
  'WebAssembly',
  'console',
  'self',
  'globalThis',
  'AbortController',
  'AbortSignal',
  'DOMException',
  'Event',
  'EventTarget',
  // What one port of this worker to its page needs.
  'MessagePort',
  'MessageEvent',
])

/** Names of the language, not of the platform. */
const LANGUAGE = new Set([
  ...['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined'],
  ...['Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'AggregateError', 'EvalError'],
  ...['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'JSON', 'Math', 'Intl'],
  ...['ArrayBuffer', 'Atomics', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array'],
  ...['Int32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array'],
  ...['BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set', 'Iterator', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...['Proxy', 'Reflect', 'FinalizationRegistry', 'SuppressedError', 'DisposableStack'],
  ...['AsyncDisposableStack', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'],
  ...['escape', 'unescape', 'isFinite', 'isNaN', 'constructor'],
])

const keeps = (name: string | symbol) => typeof name === 'symbol' || STAYS.has(name) || LANGUAGE.has(name)

/** Names that are still there afterwards although they should not be; empty when all is well. */
export const lockDown = (scope: object): string[] => {
  const left: string[] = []
  for (
    let holder: object | null = scope;
    holder && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  )
    for (const name of Reflect.ownKeys(holder)) {
      if (keeps(name)) continue
      const gone =
        Reflect.deleteProperty(holder, name) ||
        Reflect.defineProperty(holder, name, { value: undefined, writable: false })
      // A constant that cannot be taken away is only a number.
      const value: unknown = gone ? undefined : Reflect.get(holder, name, scope)
      if (typeof value === 'object' || typeof value === 'function') left.push(String(name))
    }
  return left
}

const PAGE_BYTES = 65_536

/** WebAssembly's memory of this worker grows no further than this. */
export const limitMemory = (): { set: (megabytes: number) => void; hit: () => boolean } => {
  let most = Infinity
  let wasHit = false
  const grow = Reflect.get(WebAssembly.Memory.prototype, 'grow') as (
    this: WebAssembly.Memory,
    pages: number,
  ) => number
  Object.defineProperty(WebAssembly.Memory.prototype, 'grow', {
    value(this: WebAssembly.Memory, pages: number) {
      if (this.buffer.byteLength + pages * PAGE_BYTES > most) {
        wasHit = true
        throw new RangeError('The memory limit is reached.')
      }
      return grow.call(this, pages)
    },
  })
  return {
    set: (megabytes) => {
      most = megabytes * 1_048_576
      wasHit = false
    },
    hit: () => wasHit,
  }
}
