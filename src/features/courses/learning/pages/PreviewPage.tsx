import { QueryClientProvider } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { isLanguage, type Language, languageInfo } from '#contract/languages.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { createQueryClient } from '#src/core/api/query-client.ts'
import { offeredLanguages } from '#src/core/i18n/language.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { PlayerContextProvider } from '../context/player-context.ts'
import { createPreviewPlayerContext } from '../context/preview-context.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'
import { TopicPage } from './TopicPage.tsx'

/** The size of a common phone. A real window of that width applies every media query. */
const PHONE = { width: 390, height: 844 } as const
const PHONE_WINDOW = 'course-preview-phone'

/** /learn/preview/{courseId}/{submoduleId}: the draft as a learner sees it; nothing is saved. */
export const PreviewPage = () => {
  const params = useParams()
  const courseId = parseId(params['courseId']) ?? 0
  const interfaceLanguage = useLanguage()
  const [chosenLanguage, setChosenLanguage] = useState<Language | null>(null)
  const language = chosenLanguage ?? interfaceLanguage
  return (
    <>
      <PreviewBar courseId={courseId} language={language} onLanguage={setChosenLanguage} />
      <PreviewPlayer key={`${courseId}-${language}`} courseId={courseId} language={language} />
    </>
  )
}

const ignore = () => undefined

const PreviewPlayer = ({ courseId, language }: { courseId: number; language: Language }) => {
  const { t } = useTranslation('courses/learning')
  const [player] = useState(() =>
    createPreviewPlayerContext({ courseId, language, request: authedCall, now: () => new Date() }),
  )
  // A separate cache: a preview must not change what any learner sees, the author included.
  const [cache] = useState(createQueryClient)
  const outline = useSyncExternalStore(player.subscribe, player.outline)
  const unfinished = useSyncExternalStore(player.subscribe, player.unfinished)
  return (
    <QueryClientProvider client={cache}>
      <PlayerContextProvider value={player}>
        <TopicPage
          outline={outline}
          onProgress={ignore}
          after={({ itemId }) =>
            itemId !== null && unfinished.includes(itemId) ? (
              <p className="mt-4 text-sm text-warning-text">{t('preview.unfinished')}</p>
            ) : null
          }
        />
      </PlayerContextProvider>
    </QueryClientProvider>
  )
}

type BarProps = { courseId: number; language: Language; onLanguage: (language: Language) => void }

const PreviewBar = ({ courseId, language, onLanguage }: BarProps) => {
  const { t } = useTranslation('courses/learning')
  const inPhone = window.name === PHONE_WINDOW
  const languages = offeredLanguages()
  return (
    <aside
      aria-label={t('preview.title')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-primary-soft px-4 py-2 sm:px-8"
    >
      <p className="min-w-40 flex-1 text-sm text-ink">
        <strong className="font-semibold">{t('preview.title')}</strong> · {t('preview.hint')}
      </p>
      {languages.length > 1 && (
        <Select
          label={t('preview.language')}
          className="w-36"
          value={language}
          options={languages.map((value) => ({ value, label: languageInfo(value).name }))}
          onChange={(next) => {
            if (isLanguage(next)) onLanguage(next)
          }}
        />
      )}
      {!inPhone && (
        <>
          <Button
            size="sm"
            variant="secondary"
            className="max-md:hidden"
            icon={<Smartphone aria-hidden="true" size={18} />}
            onClick={() =>
              window.open(
                window.location.href,
                PHONE_WINDOW,
                `popup=yes,width=${PHONE.width},height=${PHONE.height}`,
              )
            }
          >
            {t('preview.phone')}
          </Button>
          <Link
            to={adminPaths.course(courseId)}
            className={buttonClass({ size: 'sm', variant: 'secondary' })}
          >
            <Pencil aria-hidden="true" size={18} />
            {t('preview.edit')}
          </Link>
        </>
      )}
    </aside>
  )
}
