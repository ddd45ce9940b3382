import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { previewPosition } from '../model/tree.ts'
import { useBuilder } from './use-builder.ts'

const UNSAVED_PHASES: ReadonlySet<string> = new Set(['changed', 'saving'])

/**
 * Opens the preview of the selected node. The preview reads the saved course, so unsaved changes are saved
 * first.
 */
export const usePreview = () => {
  const { courseId, editing, state } = useBuilder()
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const [isStarting, setIsStarting] = useState(false)
  const { topic, item } = previewPosition(state.document, searchParams.get('at'))
  const previewPath = paths.preview(courseId, topic) + (item === null ? '' : `?item=${item}`)
  const openPreview = useEffectEvent(() => void navigate(previewPath))
  const isSaving = UNSAVED_PHASES.has(state.save.phase)
  const isReady = isStarting && !isSaving
  useEffect(() => {
    if (isReady) openPreview()
  }, [isReady])
  return {
    pending: isStarting && isSaving,
    start: () => {
      editing.flush()
      setIsStarting(true)
    },
  }
}
