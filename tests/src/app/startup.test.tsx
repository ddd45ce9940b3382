import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RouteBoundary } from '#src/app/access/RouteBoundary.tsx'
import { createChunkRecovery, type RecoveryParts } from '#src/app/startup/chunk-recovery.ts'
import { FailedScreen } from '#src/app/startup/FailedScreen.tsx'
import { InactiveScreen } from '#src/app/startup/InactiveScreen.tsx'
import { reactionTo } from '#src/app/startup/other-tabs.ts'
import { isBusy, registerBusy } from '#src/core/session/busy.ts'
import { provideSignInSheet } from '#src/core/session/refused-session.ts'
import { endRefusedSession } from '#src/core/sign-out/refused-session.ts'
import { storedUser } from '#src/core/session/session.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { emptyUser } from '#src/core/session/stored-user.ts'
import { clientIdFrom } from '#src/core/pwa/pwa-config.ts'
import { aClient, aSignedIn } from '#tests/support/server/client.ts'
import { renderPage } from '#tests/support/web/render.tsx'

describe('a chunk of an older build (F2)', () => {
  /** How often the page is loaded again when the chunk never comes. */
  const loads = async (given: Partial<RecoveryParts>, tries = 5) => {
    const kept = new Map<string, string>()
    let count = 0
    const recover = createChunkRecovery({
      buildId: () => 'b1',
      storage: { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) },
      online: () => true,
      reaches: () => Promise.resolve(true),
      busy: () => false,
      reload: () => (count += 1),
      ...given,
    })
    for (let time = 0; time < tries; time += 1) await recover()
    return count
  }

  it('given one build, when a chunk stays missing, then the page is loaded again once', async () => {
    expect(await loads({})).toBe(1)
  })
  it('given each load brings another build, when a chunk is missing in each, then each may reload once', async () => {
    let build = 0
    expect(await loads({ buildId: () => `b${(build += 1)}` }, 2)).toBe(2)
  })
  it('given no connection or open work, when a chunk is missing, then nothing is loaded again', async () => {
    expect(await loads({ online: () => false })).toBe(0)
    expect(await loads({ busy: () => true })).toBe(0)
  })
  it('given a connection that broke off just now, when a chunk does not come, then nothing is loaded again, and once it is back a missing one may', async () => {
    const reached = [false, false, true, true]
    expect(await loads({ reaches: () => Promise.resolve(reached.shift() ?? true) }, 2)).toBe(0)
    expect(await loads({ reaches: () => Promise.resolve(reached.shift() ?? true) }, 2)).toBe(1)
  })
  it('given work begun while the server is asked, when it answers, then nothing is loaded again', async () => {
    let busy = false
    const reaches = () => {
      busy = true
      return Promise.resolve(true)
    }
    expect(await loads({ busy: () => busy, reaches })).toBe(0)
  })
  it('given a browser that keeps no flag, when a chunk is missing, then nothing is loaded again', async () => {
    expect(await loads({ storage: { get: () => null, set: () => undefined } })).toBe(0)
  })
  it('given a guard that forgets, when a chunk stays missing, then it would loop (control)', async () => {
    let flag: string | null = null
    const forgetful = { get: () => flag, set: (_key: string, value: string) => void (flag = value) }
    let count = 0
    await loads({
      storage: forgetful,
      reload: () => {
        count += 1
        flag = null
      },
    })
    expect(count).toBe(5)
  })
})

describe('another tab (A12)', () => {
  const user = (id: number) => ({ ...emptyUser, id, isAuthenticated: true })
  it.each([
    ['A left, on a private page', 1, null, '/courses', 'sign-in'],
    ['A left, on sign-in', 1, null, '/login', 'stay'],
    ['A stays', 1, user(1), '/courses', 'stay'],
    ['B took A’s place', 1, user(2), '/courses', 'start-afresh'],
    ['somebody came, on sign-in', null, user(2), '/login', 'start-afresh'],
  ] as const)('given %s, when it is told, then this tab does: %s', (_name, before, now, path, reaction) => {
    expect(reactionTo(before, now, path)).toBe(reaction)
  })
})

describe('work that must not be interrupted', () => {
  afterEach(() => provideSignInSheet(null))

  it('given registered work, when it is released, then nothing is busy', () => {
    const release = registerBusy('quiz')
    expect(isBusy()).toBe(true)
    release()
    release()
    expect(isBusy()).toBe(false)
  })

  it('given words in a field, when the focus is there, then the person is busy; an empty field or a tick is not', async () => {
    await renderPage(
      <>
        <input aria-label="words" />
        <input aria-label="tick" type="checkbox" />
        <input aria-label="secret" type="password" defaultValue="x" />
      </>,
    )
    screen.getByLabelText('words').focus()
    expect(isBusy()).toBe(false)
    ;(screen.getByLabelText('words') as HTMLInputElement).value = 'half a tho'
    expect(isBusy()).toBe(true)
    screen.getByLabelText('tick').focus()
    expect(isBusy()).toBe(false)
    screen.getByLabelText('secret').focus()
    expect(isBusy()).toBe(false)
  })

  it('given a refusal during work, when the person signs in again, then the new token goes to who waits', async () => {
    await signIn(aSignedIn())
    const release = registerBusy('form')
    const asked = vi.fn<() => Promise<boolean>>(async () => {
      await signIn(aSignedIn({ access_token: 'fresh' }))
      return true
    })
    provideSignInSheet(asked)
    expect(await endRefusedSession()).toBe('fresh')
    expect(asked).toHaveBeenCalledTimes(1)
    release()
  })

  it('given a refusal during work, when signing in is declined, then local storage is cleared', async () => {
    window.history.replaceState(null, '', '/login')
    await signIn(aSignedIn())
    localStorage.setItem('draft', 'words')
    const release = registerBusy('form')
    provideSignInSheet(() => Promise.resolve(false))
    expect(await endRefusedSession()).toBeNull()
    expect(storedUser()).toBeNull()
    expect(Object.keys(localStorage)).toEqual(['anonymous_user_id'])
    release()
    window.history.replaceState(null, '', '/')
  })

  it('given calls that fail one after another on the way out, when each is refused, then the page leaves once', async () => {
    await signIn(aSignedIn())
    const replace = vi.fn<(url: string) => void>()
    vi.stubGlobal('location', {
      pathname: '/courses',
      search: '',
      hash: '',
      origin: 'http://localhost:3000',
      replace,
    })
    const first = endRefusedSession()
    expect(await first).toBeNull()
    expect(await endRefusedSession()).toBeNull()
    expect(replace.mock.calls).toEqual([['/login']])
    vi.unstubAllGlobals()
  })

  it('opens the page of a scanned code again, which tells the server of it before the sign-in', async () => {
    for (const [search, target] of [
      ['?session=5&code=12345678', '/attendance/check-in?session=5&code=12345678'],
      ['?session=5', '/login'],
    ] as const) {
      await signIn(aSignedIn())
      const replace = vi.fn<(url: string) => void>()
      const at = { pathname: '/attendance/check-in', search, hash: '', origin: 'http://localhost:3000' }
      vi.stubGlobal('location', { ...at, replace })
      expect(await endRefusedSession()).toBeNull()
      expect(replace.mock.calls).toEqual([[target]])
      vi.unstubAllGlobals()
    }
  })

  it('given a refusal and nothing at stake, when it comes, then nobody is asked', async () => {
    window.history.replaceState(null, '', '/login')
    await signIn(aSignedIn())
    const asked = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true))
    provideSignInSheet(asked)
    expect(await endRefusedSession()).toBeNull()
    expect(asked).not.toHaveBeenCalled()
    window.history.replaceState(null, '', '/')
  })
})

describe('screens of the start (spec 2)', () => {
  it('given an inactive client, when it starts, then it says so and leads to support', async () => {
    await renderPage(<InactiveScreen />, { person: null })
    expect(screen.getByRole('heading', { name: 'Your account is not active' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:help@kite.test',
    )
    expect(screen.getByRole('img', { name: 'Kite Academy' })).toBeInTheDocument()
  })

  it('given an inactive client without an address, when it starts, then it says whom to ask', async () => {
    await renderPage(<InactiveScreen />, { person: null, client: aClient({ support_email: null }) })
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.getByText(/Ask the organisation that gave you this address/)).toBeInTheDocument()
  })

  it('given a failed start, when it is shown, then logo, message and a way to try again are there', async () => {
    const retry = vi.fn<() => void>()
    const { user } = await renderPage(<FailedScreen message="The moon is down." onRetry={retry} />)
    expect(screen.getByText('The moon is down.')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Kite Academy' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('given a failed start without a message, when it is shown, then the specified words stand there', async () => {
    await renderPage(<FailedScreen />)
    expect(screen.getByText('App initialization failed.')).toBeInTheDocument()
  })
})

describe('a page that fails', () => {
  const Fragile = ({ broken }: { broken: () => boolean }) => {
    if (broken()) throw new Error('boom')
    return <p>the page</p>
  }

  it('given a page that throws, when it is tried again, then it comes back and what stands around it never left', async () => {
    let broken = true
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const Shell = () => {
      const [count, setCount] = useState(0)
      return (
        <>
          <button onClick={() => setCount(count + 1)}>pressed {count}</button>
          <RouteBoundary>
            <Fragile broken={() => broken} />
          </RouteBoundary>
        </>
      )
    }
    const { user } = await renderPage(<Shell />)
    expect(screen.getByRole('heading', { name: 'This page has a problem' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    await user.click(screen.getByRole('button', { name: 'pressed 0' }))
    expect(screen.getByRole('button', { name: 'pressed 1' })).toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByText('the page')).toBeInTheDocument()
    silent.mockRestore()
  })
})

describe('the worker’s configuration (spec 3)', () => {
  it.each([
    [8, null, 8],
    [null, '{"clientId":12}', 12],
    [null, '{"client_id":"13"}', 13],
    [null, '{"clientId":"x"}', 7],
    [null, null, 7],
    [null, '{', 7],
  ] as const)(
    'given page %s and stored %s, when it is asked for, then the client is %s',
    (page, stored, id) => {
      expect(clientIdFrom(page, stored)).toBe(id)
    },
  )
})
