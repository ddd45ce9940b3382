import { useEffect, useState } from 'react'
import type { Illustration, IllustrationName } from './Illustration.tsx'

type Drawing = typeof Illustration
let known: Drawing | null = null

/**
 * A drawing in its place, which is kept free until the drawings are there: no first view needs them. They say nothing
 * that the text beside them does not, so a page without them is whole.
 */
export const LazyIllustration = ({ name }: { name: IllustrationName }) => {
  const [drawing, setDrawing] = useState<Drawing | null>(() => known)
  useEffect(() => {
    if (known) return
    let gone = false
    const show = (found: Drawing) => {
      known = found
      if (!gone) setDrawing(() => found)
    }
    import('./Illustration.tsx').then((m) => show(m.Illustration)).catch(() => undefined)
    return () => {
      gone = true
    }
  }, [])
  const Shown = drawing
  return <div className="mb-5 h-32">{Shown && <Shown name={name} className="h-32 w-auto" />}</div>
}
