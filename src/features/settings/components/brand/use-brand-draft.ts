import { useEffect, useRef, useState } from 'react'
import type { BrandState } from '#contract/client-info/brand-endpoints.ts'
import type { BrandSettings } from '#contract/client-info/brand.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { useSaveDraft } from '../../api/brand.queries.ts'

const SAVE_AFTER_MS = 800

/** `conflict`: somebody else saved or published meanwhile; nothing of theirs is overwritten. */
type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

/** The draft as it is edited, saved after a pause. One save at a time, each with the number that the last one gave. */
export const useBrandDraft = (state: BrandState) => {
  const [settings, setSettings] = useState<BrandSettings>(state.draft ?? state.published)
  const [saved, setSaved] = useState(settings)
  const [hasDraft, setHasDraft] = useState(state.draft !== null)
  const number = useRef(state.draft_number)
  const { mutateAsync, isPending, error, reset } = useSaveDraft()
  const isChanged = settings !== saved
  const isConflict = isApiError(error) && error.status === 409
  // A brand without a name cannot be saved; the field says so.
  const isSavable = settings.name.trim() !== '' && settings.short_name.trim() !== ''

  const save = async (): Promise<number | null> => {
    if (!isChanged) return number.current
    if (isPending || isConflict || !isSavable) return null
    try {
      const answer = await mutateAsync({ draft_number: number.current, settings })
      number.current = answer.draft_number
      setSaved(settings)
      setHasDraft(true)
      return answer.draft_number
    } catch {
      return null
    }
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!isChanged || isPending || error) return
    const timer = setTimeout(() => void latest.current(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [settings, isChanged, isPending, error])
  // Leaving by a link saves the last change.
  useEffect(() => () => void latest.current(), [])
  useEffect(() => (isChanged ? registerBusy('brand') : undefined), [isChanged])

  const unsaved: SaveState = isChanged ? 'unsaved' : 'saved'
  const failed: SaveState = isConflict ? 'conflict' : 'failed'
  const saveState: SaveState = error ? failed : isPending ? 'saving' : unsaved
  return {
    settings,
    saveState,
    isSavable,
    hasDraft: hasDraft || isChanged,
    save,
    change: (changes: Partial<BrandSettings>) => {
      if (error && !isConflict) reset()
      setSettings((before) => ({ ...before, ...changes }))
    },
    /** Back to what is published. */
    discard: async (): Promise<void> => {
      const answer = await mutateAsync({ draft_number: number.current, settings: null })
      number.current = answer.draft_number
      setSettings(state.published)
      setSaved(state.published)
      setHasDraft(false)
    },
  }
}
export type BrandDraft = ReturnType<typeof useBrandDraft>
