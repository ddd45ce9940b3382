import { Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '#contract/profile/profile.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { selectUser } from '#src/core/session/auth-slice.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { FieldError } from '#src/shared/ui/forms/Field.tsx'
import { useRemovePicture } from '../../api/profile.queries.ts'

const CropDialog = lazyPart(async () => (await import('./CropDialog.tsx')).CropDialog)

/** A photo of a phone has 5 to 15 MB. */
const FILE_MAX_BYTES = 30_000_000

/** The picture beside name and role. It is chosen, cropped and removed here. */
export const PictureField = ({ profile }: { profile: OwnProfile }) => {
  const { t } = useTranslation('profile')
  const role = useAppSelector(selectUser).role
  const notify = useNotify()
  const remove = useRemovePicture()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [error, setError] = useState<string | null>(null)

  const open = async (file: File | undefined) => {
    setError(null)
    if (!file) return
    if (file.size > FILE_MAX_BYTES) return setError(t('picture.tooLarge'))
    const opened = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
    if (opened) setPicture(opened)
    else setError(t('picture.unreadable'))
  }
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar name={profile.full_name} src={profile.profile_picture} size={96} alt={t('picture.alt')} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="text-xl font-semibold break-words">{profile.full_name}</bdi>
          {role && <Badge tone="primary">{t(`account.roles.${role}`)}</Badge>}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
            {t(profile.profile_picture === null ? 'picture.add' : 'picture.change')}
          </Button>
          {profile.profile_picture !== null && (
            <Button
              variant="ghost"
              size="sm"
              pending={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, {
                  onSuccess: () => notify({ kind: 'success', title: t('picture.removed') }),
                  onError: (failure) =>
                    notify({ kind: 'error', title: errorText(failure, t('picture.failed')) }),
                })
              }
            >
              {t('picture.remove')}
            </Button>
          )}
        </div>
        {error && (
          <div role="alert" className="mt-2">
            <FieldError id="picture-error">{error}</FieldError>
          </div>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('picture.add')}
        accept="image/png,image/jpeg,image/webp"
        onChange={({ target }) => {
          void open(target.files?.[0])
          // Choosing the same file again is a choice too.
          target.value = ''
        }}
      />
      {picture && (
        <Suspense>
          <CropDialog picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </div>
  )
}
