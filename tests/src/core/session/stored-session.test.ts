import fc from '#tests/support/property.ts'
import { describe, expect, it } from 'vitest'
import { createIdentity, identityOf } from '#src/core/session/identity.ts'
import { isOfAnotherClient, saveTokens, storedUser, updateUser } from '#src/core/session/session.ts'
import { endSession } from '#src/core/sign-out/end-session.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { emptyUser, mergeUser, parseStoredUser, type StoredUser } from '#src/core/session/stored-user.ts'
import { onClearUserData } from '#src/core/session/sign-out-hooks.ts'
import { createSafeStorage, safeLocal } from '#src/core/storage/safe-storage.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { aClient, aPage, aSignedIn, aToken } from '#tests/support/server/client.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null') as StoredUser

/** What storage says of the person, and whether its parts belong together. */
const agreement = () => {
  const user = storedUser()
  return {
    id: user?.id ?? null,
    tokensAgree: localStorage.getItem('token') === (user?.access_token ?? null),
    name: user?.full_name ?? null,
    usernameIsOwn: user === null || [`user-${user.id}`, 'asha'].includes(user.username ?? ''),
  }
}

describe('the stored user (spec 3)', () => {
  it('has an empty user with null fields that is not authenticated', () => {
    const { isAuthenticated, ...rest } = emptyUser
    expect(isAuthenticated).toBe(false)
    expect(Object.values(rest)).toEqual(Array.from({ length: 11 }, () => null))
  })

  it('stores all twelve fields and the token key at sign-in', async () => {
    const answer = aSignedIn()
    await signIn(answer)
    expect(Object.keys(stored()).sort()).toEqual(Object.keys(emptyUser).sort())
    expect(stored()).toMatchObject({ id: 1, isAuthenticated: true, loading: false, error: null })
    expect(localStorage.getItem('token')).toBe(answer.access_token)
  })

  it('keeps `token` equal to the token in `user` over any sequence of changes', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('in' as const), id: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('renew' as const), id: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('rename' as const), id: fc.integer({ min: 1, max: 3 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let owner: number | null = storedUser()?.id ?? null
        for (const { kind, id } of steps) {
          if (kind === 'in') {
            await signIn(aSignedIn({ id, full_name: `Person ${id}` }))
            owner = id
          }
          if (kind === 'renew') saveTokens(id, aToken({ id }), `refresh-${Math.random()}`)
          if (kind === 'rename') updateUser({ id, username: `user-${id}` })
          expect(agreement()).toEqual({
            id: owner,
            tokensAgree: true,
            name: owner === null ? null : `Person ${owner}`,
            usernameIsOwn: true,
          })
        }
        await endSession({ everything: true })
      }),
      { numRuns: 60 },
    )
  })

  it('keeps nothing of the first person when another person is merged', () => {
    const asha = mergeUser(emptyUser, { ...aSignedIn(), phone_number: '+91 1', isAuthenticated: true })
    expect(mergeUser(asha, { id: 2, email: 'b@x.y' })).toMatchObject({
      id: 2,
      phone_number: null,
      full_name: null,
    })
    expect(mergeUser(asha, { email: 'new@x.y' })).toMatchObject({
      id: 1,
      phone_number: '+91 1',
      email: 'new@x.y',
    })
    expect(mergeUser({ ...asha, loading: true, error: 'x' }, {})).toMatchObject({
      loading: false,
      error: null,
    })
  })

  it.each([null, '', 'null', '{', '[]', '{"id":1}', '{"isAuthenticated":true,"id":1}', '"x"', '7'])(
    'reads the damaged entry %s as signed out',
    (text) => {
      expect(parseStoredUser(text)).toBeNull()
    },
  )

  it('keeps only keys of the device at sign-out', async () => {
    localStorage.setItem('appearance', 'dark')
    localStorage.setItem('i18nextLng', 'ar')
    localStorage.setItem('draft-of-asha', 'secret words')
    await signIn(aSignedIn())
    const before = localStorage.getItem('anonymous_user_id')
    await endSession()
    expect(Object.keys(localStorage).sort()).toEqual(['anonymous_user_id', 'appearance', 'i18nextLng'])
    expect(localStorage.getItem('anonymous_user_id')).not.toBe(before)
  })

  it('ends the session of client 7 when client 8 starts on the same origin', async () => {
    aPage(aClient({ id: 7 }))
    await signIn(aSignedIn())
    expect(isOfAnotherClient()).toBe(false)
    aPage(aClient({ id: 8 }))
    expect(isOfAnotherClient()).toBe(true)
    await endSession({ everything: true })
    expect(storedUser()).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('runs the clear hooks when another person signs in', async () => {
    let forgotten = 0
    const stop = onClearUserData(() => {
      forgotten += 1
    })
    await signIn(aSignedIn({ id: 1 }))
    localStorage.setItem('note', 'of the first')
    await signIn(aSignedIn({ id: 1 }))
    expect(forgotten).toBe(0)
    expect(localStorage.getItem('note')).toBe('of the first')
    await signIn(aSignedIn({ id: 2, email: 'b@x.y' }))
    expect(forgotten).toBe(1)
    expect(localStorage.getItem('note')).toBeNull()
    stop()
  })
})

describe('the anonymous id (spec 3)', () => {
  const identity = () => createIdentity(createSafeStorage(() => localStorage))

  it('returns the same UUID twice when nothing was stored', () => {
    expect(identity().anonymousId()).toMatch(UUID)
    expect(identity().anonymousId()).toBe(localStorage.getItem('anonymous_user_id'))
  })

  it('strips the old prefix and keeps the id', () => {
    const id = '6f1c2e0a-3b1d-4c58-9a4e-0d8f6f1f2a11'
    localStorage.setItem('anonymous_user_id', `anonymous_${id}`)
    expect(identity().anonymousId()).toBe(id)
    expect(localStorage.getItem('anonymous_user_id')).toBe(id)
  })

  it.each(['nonsense', 'anonymous_nonsense', '123'])('replaces %s by a new UUID', (old) => {
    localStorage.setItem('anonymous_user_id', old)
    expect(identity().anonymousId()).toMatch(UUID)
  })

  it('uses a timestamp and a random part when storage fails', () => {
    const broken = createIdentity(
      {
        get: () => null,
        set: () => {
          throw new Error('full')
        },
        remove: () => undefined,
        keys: () => [],
        clear: () => undefined,
      },
      () => 'not-used',
    )
    expect(broken.anonymousId()).toMatch(/^\d{13}-[a-z0-9]+$/)
  })

  it('identifies the signed-in user by their id and a visitor by the anonymous one', () => {
    expect(identityOf(12)).toBe('12')
    expect(identityOf(null)).toMatch(UUID)
  })
})

describe('hostile storage (F5)', () => {
  const hostile = () =>
    createSafeStorage(() => {
      throw new DOMException('denied', 'SecurityError')
    })

  it('remembers values for the tab when storage throws', () => {
    const storage = hostile()
    storage.set('a', '1')
    expect(storage.get('a')).toBe('1')
    expect(storage.keys()).toEqual(['a'])
    storage.remove('a')
    expect(storage.get('a')).toBeNull()
    storage.set('b', '2')
    storage.clear()
    expect(storage.get('b')).toBeNull()
  })

  it('reads the newer value when storage is full', () => {
    const area = { store: new Map([['a', 'old']]) }
    const full = createSafeStorage(
      () =>
        ({
          getItem: (key: string) => area.store.get(key) ?? null,
          setItem: () => {
            throw new DOMException('full', 'QuotaExceededError')
          },
          removeItem: (key: string) => area.store.delete(key),
          clear: () => area.store.clear(),
        }) as unknown as Storage,
    )
    full.set('a', 'new')
    expect(full.get('a')).toBe('new')
    full.remove('a')
    expect(full.get('a')).toBeNull()
  })

  it('control: the plain storage fails the caller when it throws', () => {
    const naive = (area: () => Storage) => ({
      set: (key: string, value: string) => area().setItem(key, value),
    })
    expect(() =>
      naive(() => {
        throw new Error('denied')
      }).set('a', '1'),
    ).toThrow('denied')
    expect(() => safeLocal.get('a')).not.toThrow()
  })
})

describe('roles (spec 6)', () => {
  it.each([
    ['student', false, false],
    ['instructor', true, true],
    ['admin', true, true],
    ['superadmin', false, true],
  ] as const)('derives for %s: adminOrInstructor %s, may enter %s', (role, both, may) => {
    expect(roleFlags(role)).toMatchObject({
      isAdminOrInstructor: both,
      mayEnterAdmin: may,
      isAuthenticated: true,
    })
    expect(roleFlags(null)).toMatchObject({ isAuthenticated: false, mayEnterAdmin: false })
  })
})
