import { useEffect, useState } from 'react'
import type { FieldKind, LookField } from '#contract/certificates/look.ts'
import { directionOf, type Language } from '#contract/languages.ts'
import type { TemplatePreview } from '../../api/templates.queries.ts'
import { unreadable, type Pixels } from '../../model/readable.ts'

const pixelsOf = async (address: string): Promise<Pixels | null> => {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0)
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null
}

const NONE: readonly FieldKind[] = []

/** Fields that cannot be read on what is behind them, found in the picture that was drawn. */
export const useUnreadable = (
  preview: TemplatePreview | undefined,
  fields: readonly LookField[] | null,
  language: Language,
): readonly FieldKind[] => {
  const [found, setFound] = useState(NONE)
  useEffect(() => {
    let isCurrent = true
    if (preview && fields)
      pixelsOf(preview.file)
        .then((pixels) => {
          if (!isCurrent || !pixels) return
          const isMirrored = directionOf(language) === 'rtl'
          setFound(unreadable(fields, pixels, { colours: preview.colours, isMirrored }))
        })
        // Without a canvas nothing is known: then nothing is said.
        .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [preview, fields, language])
  return fields ? found : NONE
}
