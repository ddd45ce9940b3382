import { useEffect, useState } from 'react'
import type { Illustration, IllustrationName } from './Illustration.tsx'

type Drawing = typeof Illustration
let loaded: Drawing | null = null

/**
 * A drawing that loads after the first view; its space is reserved. It is decorative, so a page without it is
 * complete.
 */
export const LazyIllustration = ({ name }: { name: IllustrationName }) => {
  const [Drawing, setDrawing] = useState<Drawing | null>(() => loaded)
  useEffect(() => {
    if (loaded) return
    let isUnmounted = false
    const show = (component: Drawing) => {
      loaded = component
      if (!isUnmounted) setDrawing(() => component)
    }
    import('./Illustration.tsx').then((m) => show(m.Illustration)).catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [])
  return <div className="mb-5 h-32">{Drawing && <Drawing name={name} className="h-32 w-auto" />}</div>
}
