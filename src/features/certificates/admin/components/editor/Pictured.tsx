import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useUploadPicture } from '../../api/templates.queries.ts'
import { readPicture, type PictureKind } from '../../model/picture.ts'

type Props = {
  kind: PictureKind
  label: string
  hint?: string
  path: string | null
  onChange: (path: string | null) => void
}

/** A picture that is uploaded at once; the preview shows it. */
export const Pictured = ({ kind, label, hint, path, onChange }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadPicture()
  const [isWrong, setWrong] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const picture = await readPicture(file, kind)
    setWrong(picture === null)
    if (picture !== null) upload.mutate(picture, { onSuccess: (stored) => onChange(stored.path) })
  }
  const error = isWrong
    ? t('templates.picture.wrong')
    : upload.error && errorText(upload.error, t('change.failed'))
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium text-ink">{label}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          pending={upload.isPending}
          aria-label={`${t(path ? 'templates.picture.replace' : 'templates.picture.choose')}: ${label}`}
          onClick={() => input.current?.click()}
        >
          {t(path ? 'templates.picture.replace' : 'templates.picture.choose')}
        </Button>
        {path && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${t('templates.picture.remove')}: ${label}`}
            onClick={() => onChange(null)}
          >
            {t('templates.picture.remove')}
          </Button>
        )}
      </div>
      {hint && <p className="mt-1.5 text-sm text-ink-muted">{hint}</p>}
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-error-text">
          {error}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        onChange={({ target }) => {
          void choose(target.files?.[0])
          target.value = ''
        }}
      />
    </div>
  )
}
