import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cleanHtml } from '#src/shared/lib/text/clean-html.ts'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'

describe('SafeHtml', () => {
  it('shows HTML that was sanitized ahead on the first render', async () => {
    await cleanHtml('<p>Read ahead</p>', 'article')

    render(<SafeHtml html="<p>Read ahead</p>" kind="article" fallback={<p>Waiting</p>} />)

    expect(screen.getByText('Read ahead')).toBeInTheDocument()
    expect(screen.queryByText('Waiting')).not.toBeInTheDocument()
  })

  it('sanitizes new HTML and calls onReady once for each', async () => {
    const onReady = vi.fn<() => void>()
    const view = render(<SafeHtml html="<p>One</p>" kind="article" onReady={onReady} />)
    expect(await screen.findByText('One')).toBeInTheDocument()

    view.rerender(
      <SafeHtml html={'<p onclick="x()">Two</p><script>x()</script>'} kind="article" onReady={onReady} />,
    )

    expect((await screen.findByText('Two')).outerHTML).toBe('<p>Two</p>')
    expect(document.querySelector('script')).toBeNull()
    view.rerender(
      <SafeHtml html={'<p onclick="x()">Two</p><script>x()</script>'} kind="article" onReady={onReady} />,
    )
    expect(onReady).toHaveBeenCalledTimes(2)
  })
})
