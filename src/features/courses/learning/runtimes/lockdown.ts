/**
 * Removes every global of a worker that reaches outside it: network, storage, other workers, other tabs. Only the
 * language and what the runtimes need remain. The worker's CSP (connect-src 'none', no scripts) is the second barrier.
 */
const PLATFORM_GLOBALS = new Set([
  // Of the platform: timers for event loops, text, randomness, WebAssembly.
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
  // Needed by the message port between this worker and its page.
  'MessagePort',
  'MessageEvent',
])

/** Globals of the language, not of the platform. */
const LANGUAGE_GLOBALS = new Set([
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

const isAllowed = (name: string | symbol) =>
  typeof name === 'symbol' || PLATFORM_GLOBALS.has(name) || LANGUAGE_GLOBALS.has(name)

/** Returns the globals that could not be removed; empty on success. */
export const lockDown = (scope: object): string[] => {
  const remaining: string[] = []
  for (
    let holder: object | null = scope;
    holder && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  )
    for (const name of Reflect.ownKeys(holder)) {
      if (isAllowed(name)) continue
      const isRemoved =
        Reflect.deleteProperty(holder, name) ||
        Reflect.defineProperty(holder, name, { value: undefined, writable: false })
      // A constant that cannot be removed is harmless if it is a primitive.
      const value: unknown = isRemoved ? undefined : Reflect.get(holder, name, scope)
      if (typeof value === 'object' || typeof value === 'function') remaining.push(String(name))
    }
  return remaining
}

const PAGE_BYTES = 65_536

/** Limits how far the WebAssembly memory of this worker may grow. */
export const limitMemory = (): { set: (megabytes: number) => void; hit: () => boolean } => {
  let limitBytes = Infinity
  let wasHit = false
  const grow = Reflect.get(WebAssembly.Memory.prototype, 'grow') as (
    this: WebAssembly.Memory,
    pages: number,
  ) => number
  Object.defineProperty(WebAssembly.Memory.prototype, 'grow', {
    value(this: WebAssembly.Memory, pages: number) {
      if (this.buffer.byteLength + pages * PAGE_BYTES > limitBytes) {
        wasHit = true
        throw new RangeError('The memory limit is reached.')
      }
      return grow.call(this, pages)
    },
  })
  return {
    set: (megabytes) => {
      limitBytes = megabytes * 1_048_576
      wasHit = false
    },
    hit: () => wasHit,
  }
}
