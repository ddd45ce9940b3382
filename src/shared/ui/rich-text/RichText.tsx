import { lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { SkeletonText } from '../feedback/Skeleton.tsx'
import type { RichTextHandlers, RichTextProps } from './rich-text-props.ts'

const RichTextEditor = lazy(async () => ({
  default: (await import('./RichTextEditor.tsx')).RichTextEditor,
}))

/** The rich text editor; its code loads when somebody writes. */
export const RichText = (props: RichTextProps) => {
  const id = useId()
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const [handlers] = useState<RichTextHandlers>(() => ({
    value: props.value,
    onChange: (html) => latest.current.onChange(html),
    onImage: (file) => latest.current.onImage(file),
    onSubmit: () => {
      latest.current.onSubmit?.()
      return latest.current.onSubmit !== undefined
    },
  }))
  const { label, placeholder, kind, text } = props
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      <Suspense fallback={<EditorSkeleton />}>
        <RichTextEditor
          label={label}
          placeholder={placeholder}
          kind={kind}
          text={text}
          labelId={id}
          handlers={handlers}
        />
      </Suspense>
    </div>
  )
}

/** The size of the editor. */
const EditorSkeleton = () => (
  <div aria-busy="true" className="control flex min-h-72 flex-col justify-end">
    <SkeletonText lines={4} />
  </div>
)
