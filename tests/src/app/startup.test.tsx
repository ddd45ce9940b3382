import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RouteBoundary } from '#src/app/access/RouteBoundary.tsx'
import { createChunkRecovery, type RecoveryDependencies } from '#src/app/startup/chunk-recovery.ts'
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
  const loads = async (given: Partial<RecoveryDependencies>, tries = 5) => {
    const kept = new Map<string, string>()
    let count = 0
    const recover = createChunkRecovery({
      buildId: () => 'b1',
      storage: { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) },
      isOnline: () => true,
      canReachServer: () => Promise.resolve(true),
      isBusy: () => false,
      reload: () => (count += 1),
      ...given,
    })
    for (let time = 0; time < tries; time += 1) await recover()
    return count
  }

  it('reloads the page once for each build when a chunk stays missing', async () => {
    expect(await loads({})).toBe(1)
  })
  it('reloads once for each build when every load brings another one', async () => {
    let build = 0
    expect(await loads({ buildId: () => `b${(build += 1)}` }, 2)).toBe(2)
  })
  it('does not reload without a connection or during open work', async () => {
    expect(await loads({ isOnline: () => false })).toBe(0)
    expect(await loads({ isBusy: () => true })).toBe(0)
  })
  it('does not reload while the server is unreachable, and may again once it is back', async () => {
    const reached = [false, false, true, true]
    expect(await loads({ canReachServer: () => Promise.resolve(reached.shift() ?? true) }, 2)).toBe(0)
    expect(await loads({ canReachServer: () => Promise.resolve(reached.shift() ?? true) }, 2)).toBe(1)
  })
  it('does not reload when work began during the check of the connection', async () => {
    let busy = false
    const canReachServer = () => {
      busy = true
      return Promise.resolve(true)
    }
    expect(await loads({ isBusy: () => busy, canReachServer })).toBe(0)
  })
  it('does not reload in a browser that cannot store the flag', async () => {
    expect(await loads({ storage: { get: () => null, set: () => undefined } })).toBe(0)
  })
  it('would reload in a loop if the flag were lost (control)', async () => {
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
    ['A signed out, on a private page', 1, null, '/courses', 'sign-in'],
    ['A signed out, on sign-in', 1, null, '/login', 'stay'],
    ['A is still signed in', 1, user(1), '/courses', 'stay'],
    ['B signed in instead of A', 1, user(2), '/courses', 'start-afresh'],
    ['somebody signed in, on sign-in', null, user(2), '/login', 'start-afresh'],
  ] as const)('%s: this tab reacts with %s', (_name, before, now, path, reaction) => {
    expect(reactionTo(before, now, path)).toBe(reaction)
  })
})

describe('work that must not be interrupted', () => {
  afterEach(() => provideSignInSheet(null))

  it('is busy only while work is registered', () => {
    const release = registerBusy('quiz')
    expect(isBusy()).toBe(true)
    release()
    release()
    expect(isBusy()).toBe(false)
  })

  it('counts a focused field with text as busy, but not an empty one or a checkbox', async () => {
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

  it('passes the new token to waiting calls after a sign-in during open work', async () => {
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

  it('clears local storage when the person declines to sign in again', async () => {
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

  it('leaves the page once when several calls are refused', async () => {
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

  it('does not ask to sign in again when no work is open', async () => {
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
  it('says that the client is inactive and links to its support', async () => {
    await renderPage(<InactiveScreen />, { person: null })
    expect(screen.getByRole('heading', { name: 'Your account is not active' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:help@kite.test',
    )
    expect(screen.getByRole('img', { name: 'Kite Academy' })).toBeInTheDocument()
  })

  it('says whom to ask when an inactive client has no support address', async () => {
    await renderPage(<InactiveScreen />, { person: null, client: aClient({ support_email: null }) })
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
    expect(screen.getByText(/Ask the organisation that gave you this address/)).toBeInTheDocument()
  })

  it('shows logo, message and a retry button after a failed start', async () => {
    const retry = vi.fn<() => void>()
    const { user } = await renderPage(<FailedScreen message="The moon is down." onRetry={retry} />)
    expect(screen.getByText('The moon is down.')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: 'Kite Academy' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it('shows the specified text when a failed start has no message', async () => {
    await renderPage(<FailedScreen />)
    expect(screen.getByText('App initialization failed.')).toBeInTheDocument()
  })
})

describe('a page that fails', () => {
  const Fragile = ({ broken }: { broken: () => boolean }) => {
    if (broken()) throw new Error('boom')
    return <p>the page</p>
  }

  it('keeps the shell when a page throws, and shows the page again after a retry', async () => {
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
  ] as const)('with client %s in the page and %s in storage it is client %s', (page, stored, id) => {
    expect(clientIdFrom(page, stored)).toBe(id)
  })
})
