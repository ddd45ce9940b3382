import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TemplateVersion } from '#contract/certificates/templates.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { versionsQuery } from '../../api/templates.queries.ts'
import type { Look } from '../../model/look.ts'

type Props = { templateId: number; onUse: (look: Omit<Look, 'name' | 'is_default'>) => void }

const lookOf = ({ version: _version, issued: _issued, published_at: _at, ...look }: TemplateVersion) => look

/** What was published before. Certificates keep theirs; a former look can be taken up again. */
export const Versions = ({ templateId, onUse }: Props) => {
  const { t } = useTranslation('certificates/admin')
  const language = useLanguage()
  const { data } = useQuery(versionsQuery(templateId))
  if (!data) return null
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-2 text-sm font-medium text-ink">
        {t('templates.versions.title')}
      </h2>
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {data.versions.map((each) => (
          <li key={each.version} className="flex items-center justify-between gap-3 px-3 py-2 text-sm">
            <span className="text-ink">
              {t('templates.version', { version: each.version })}
              <span className="block text-ink-muted">
                {formatDate(each.published_at, language)} · {t('rules.issued', { count: each.issued })}
              </span>
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={t('templates.versions.useNamed', { version: each.version })}
              onClick={() => onUse(lookOf(each))}
            >
              {t('templates.versions.use')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
