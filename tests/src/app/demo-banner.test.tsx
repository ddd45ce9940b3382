import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { DemoBanner } from '#src/app/startup/DemoBanner.tsx'
import { texts } from '#src/app/texts/load-area.ts'
import { setRuntimeConfig } from '#src/core/client-config/runtime-config.ts'
import { startLanguage } from '#src/core/i18n/language.ts'
import { aClient } from '#tests/support/server/client.ts'

const config = { client_id: 7, api_base_url: '', build_id: 'test', demo: true, client: aClient() }
const show = async (banner?: boolean) => {
  setRuntimeConfig({ ...config, ...(banner === undefined ? {} : { demo_banner: banner }) })
  await startLanguage(null, texts)
  render(<DemoBanner />)
}

describe('DemoBanner', () => {
  it('warns on a demo that others can reach', async () => {
    await show(true)
    expect(screen.getByRole('complementary', { name: 'Demo' })).toHaveTextContent('Don’t enter real data.')
  })

  it('publishes its height, so that the side menu fits below it', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly #run: () => void
        constructor(run: () => void) {
          this.#run = run
        }
        observe() {
          this.#run()
        }
        disconnect() {}
      },
    )
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(37)
    await show(true)
    expect(document.documentElement.style.getPropertyValue('--banner-height')).toBe('37px')
    cleanup()
    expect(document.documentElement.style.getPropertyValue('--banner-height')).toBe('')
  })

  it('stays away from a demo on its own machine', async () => {
    await show()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
