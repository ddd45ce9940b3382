import { useEffect, useState } from 'react'
import type { WorkshopPageData } from '#contract/workshops/public.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { storedUser } from '#src/core/session/session.ts'
import { fetchAccount, fetchPage, openOwn, type Account, type Own } from '../api/public-calls.ts'

export interface LoadedPage {
  page: WorkshopPageData
  /** Of the signed-in person. */
  account: Account | null
  /** The registration of the link in the address, else of the signed-in person. */
  own: Own | null
  /** The link in the address opens no registration. */
  isLinkBroken: boolean
}

export type PageState = { status: 'loading' | 'missing' | 'failed' } | { status: 'ready'; loaded: LoadedPage }

/** The token behind `#r=`. Browsers keep that part of an address to themselves. */
export const tokenIn = (hash: string): string | null => /^#r=([\w.-]{10,80})$/.exec(hash)?.[1] ?? null

const openLink = async (token: string | null): Promise<{ own: Own | null; isLinkBroken: boolean }> => {
  if (token === null) return { own: null, isLinkBroken: false }
  try {
    return { own: { registration: await openOwn(token), token }, isLinkBroken: false }
  } catch (error) {
    if (isApiError(error) && error.status !== null && error.status < 500)
      return { own: null, isLinkBroken: true }
    throw error
  }
}

/** Somebody whose session ended meanwhile sees the page as a visitor. */
const accountOrNull = (code: string): Promise<Account | null> =>
  storedUser() === null ? Promise.resolve(null) : fetchAccount(code).catch(() => null)

const load = async (code: string, token: string | null): Promise<PageState> => {
  try {
    const [page, account, link] = await Promise.all([fetchPage(code), accountOrNull(code), openLink(token)])
    return { status: 'ready', loaded: { page, account, ...link, own: link.own ?? account?.own ?? null } }
  } catch (error) {
    const isMissing = isApiError(error) && error.status === 404
    return { status: isMissing ? 'missing' : 'failed' }
  }
}

export const useWorkshopPage = (code: string, token: string | null) => {
  const [state, setState] = useState<PageState>({ status: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const run = async () => {
      const next = await load(code, token)
      if (isCurrent) setState(next)
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [code, token, tries])
  return {
    state,
    retry: () => {
      setState({ status: 'loading' })
      setTries(tries + 1)
    },
    /** Shows a registration that a call of this page answered with. */
    show: (own: Own | null) =>
      setState((known) =>
        known.status === 'ready'
          ? { ...known, loaded: { ...known.loaded, own, isLinkBroken: false } }
          : known,
      ),
  }
}
