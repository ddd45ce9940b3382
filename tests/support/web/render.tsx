/** Renders a page like the app: store, queries, texts, router, a client and, unless null, a person. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useEffect, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, useLocation } from 'react-router-dom'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { ClientInfo } from '#contract/client-info/client-info.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import { texts } from '#src/app/texts/load-area.ts'
import { clientInfoLoaded } from '#src/core/client-config/client-config-slice.ts'
import { changeLanguage, startLanguage } from '#src/core/i18n/language.ts'
import { setUser } from '#src/core/session/auth-slice.ts'
import { storedUser } from '#src/core/session/session.ts'
import { signIn } from '#src/core/sign-out/sign-in.ts'
import { createStore, type AppStore, type FeatureReducers } from '#src/core/store/store.ts'
import { UiProvider } from '#src/shared/ui/UiProvider.tsx'
import { aClient, aPage, aSignedIn } from '../server/client.ts'

export interface RenderOptions {
  /** Initial address; routes are up to the test. */
  path?: string
  language?: Language
  client?: ClientInfo
  /** Null renders for a visitor. */
  person?: SignedIn | null
  reducers?: Partial<FeatureReducers>
}

const Address = ({ onChange }: { onChange: (path: string) => void }) => {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  // What is on the screen, not what is being rendered.
  useEffect(() => {
    onChange(address)
  }, [address, onChange])
  return null
}

/** `address()` is the router's current address; `user` simulates input. */
export const renderPage = async (ui: ReactNode, options: RenderOptions = {}) => {
  const { path = '/', language = 'en', client = aClient(), person = aSignedIn(), reducers = {} } = options
  aPage(client)
  await startLanguage(client, texts)
  await changeLanguage(language)
  const store: AppStore = createStore(reducers)
  store.dispatch(clientInfoLoaded(client))
  if (person) {
    await signIn(person)
    store.dispatch(setUser(storedUser() ?? {}))
  }
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 300_000 } } })
  let currentAddress = path
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <UiProvider direction={directionOf(language)}>
          <MemoryRouter initialEntries={[path]}>
            <Address onChange={(next) => (currentAddress = next)} />
            <Suspense fallback={null}>{ui}</Suspense>
          </MemoryRouter>
        </UiProvider>
      </QueryClientProvider>
    </Provider>,
  )
  return {
    ...view,
    store,
    queryClient,
    address: () => currentAddress,
    user: userEvent.setup({ delay: null }),
  }
}
