import { createOutgoing } from '#server/core/security/outgoing.ts'

const INNER = '10.0.0.7'

/** Names ending with `.test` are this machine, which stands for the internet; `inner.test` is a private address. */
export const testOutgoing = () =>
  createOutgoing({
    lookup: (name) =>
      name === 'inner.test'
        ? Promise.resolve([INNER])
        : name.endsWith('.test')
          ? Promise.resolve(['127.0.0.1'])
          : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    isOnline: () => Promise.resolve(true),
    canContact: (address) => address === '127.0.0.1',
    now: () => 0,
  })
