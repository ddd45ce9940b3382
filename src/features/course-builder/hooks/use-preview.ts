import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { placeIn } from '../model/tree.ts'
import { useBuilder } from './use-builder.ts'

const ON_ITS_WAY: ReadonlySet<string> = new Set(['changed', 'saving'])

/** The way to the preview of what is chosen. It reads what is saved: what was just written goes first. */
export const usePreview = () => {
  const { courseId, editing, state } = useBuilder()
  const [searchParams] = useSearchParams()
  const navigate = useNavigate()
  const [going, setGoing] = useState(false)
  const { topic, item } = placeIn(state.document, searchParams.get('at'))
  const previewAt = paths.preview(courseId, topic) + (item === null ? '' : `?item=${item}`)
  const leave = useEffectEvent(() => void navigate(previewAt))
  const saving = ON_ITS_WAY.has(state.save.phase)
  const ready = going && !saving
  useEffect(() => {
    if (ready) leave()
  }, [ready])
  return {
    pending: going && saving,
    start: () => {
      editing.flush()
      setGoing(true)
    },
  }
}
