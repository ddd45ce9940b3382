import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cleanHtml } from '#src/shared/lib/text/clean-html.ts'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'

describe('cleaned HTML', () => {
  it('given words cleaned ahead, when they are shown, then they stand with the first rendering', async () => {
    await cleanHtml('<p>Read ahead</p>', 'article')

    render(<SafeHtml html="<p>Read ahead</p>" kind="article" fallback={<p>Waiting</p>} />)

    expect(screen.getByText('Read ahead')).toBeInTheDocument()
    expect(screen.queryByText('Waiting')).not.toBeInTheDocument()
  })

  it('given other words in the same place, when they change, then they are shown, cleaned, and told as ready once each', async () => {
    const ready = vi.fn<() => void>()
    const view = render(<SafeHtml html="<p>One</p>" kind="article" onReady={ready} />)
    expect(await screen.findByText('One')).toBeInTheDocument()

    view.rerender(
      <SafeHtml html={'<p onclick="x()">Two</p><script>x()</script>'} kind="article" onReady={ready} />,
    )

    expect((await screen.findByText('Two')).outerHTML).toBe('<p>Two</p>')
    expect(document.querySelector('script')).toBeNull()
    view.rerender(
      <SafeHtml html={'<p onclick="x()">Two</p><script>x()</script>'} kind="article" onReady={ready} />,
    )
    expect(ready).toHaveBeenCalledTimes(2)
  })
})
