import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { PaymentLinkPage } from '#contract/money/payment-links.ts'
import { ListShell } from '#src/core/lists/ListShell.tsx'
import { useListFilters } from '#src/core/lists/use-list-filters.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { ImportLinks } from './ImportLinks.tsx'
import { LimitButton } from './LimitButton.tsx'
import { LinkDetail } from './LinkDetail.tsx'
import { LinkFilterFields } from './LinkFilterFields.tsx'
import { LINK_FILTERS, LINKS_PER_PAGE } from './link-filters.ts'
import { linksQuery } from './links.queries.ts'
import { LinkTable } from './LinkTable.tsx'
import { LinkTotals } from './LinkTotals.tsx'
import { NewLink } from './NewLink.tsx'

const ID = /^[1-9]\d{0,8}$/
const idIn = (text: string | null) => (text !== null && ID.test(text) ? Number(text) : null)

/** /admin/payment-links: links, one of them, the form for a new one, and many from a file. The address holds what is open. */
export const PaymentLinksPage = () => {
  const [address] = useSearchParams()
  const open = idIn(address.get('open'))
  if (open !== null) return <LinkDetail key={open} id={open} />
  if (address.has('import')) return <ImportLinks />
  if (address.has('new')) return <NewLink from={idIn(address.get('from'))} />
  return <LinkList />
}

const LinkList = () => {
  const { t } = useTranslation('money/links')
  const list = useListFilters(LINK_FILTERS)
  const links = useQuery(linksQuery(list.filters))
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <Link to="?new" className={buttonClass()}>
            <Plus aria-hidden="true" size={18} />
            {t('new')}
          </Link>
        }
      />
      <ListShell
        list={list}
        query={links}
        page={links.data}
        perPage={LINKS_PER_PAGE}
        search={t('filters.search')}
        searchClassName="col-span-2 sm:min-w-64 sm:flex-1"
        filtersClassName="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end"
        filtersLabel={t('filters.label')}
        filters={<LinkFilterFields filters={list.filters} page={links.data} onChange={list.change} />}
        moreFilters={
          links.data && (
            <>
              <Waiting
                page={links.data}
                isOn={list.filters.waiting}
                onShow={(waiting) => list.change({ waiting })}
              />
              <LinkTotals totals={links.data.totals} filters={list.filters} onChange={list.change} />
            </>
          )
        }
        countText={(count) => t('count', { count })}
        actions={
          <div className="flex flex-wrap items-center gap-3">
            <Link to="?import" className={buttonClass({ variant: 'secondary' })}>
              {t('import.button')}
            </Link>
            {links.data && <LimitButton page={links.data} />}
            <Link to={adminPaths.paymentList} className={buttonClass({ variant: 'secondary' })}>
              {t('allPayments')}
            </Link>
          </div>
        }
        texts={{
          loading: t('loading'),
          failed: t('failed'),
          empty: { title: t('empty'), text: t('emptyHint') },
          none: t('none'),
        }}
        skeleton={{ rows: 6, className: 'h-16' }}
      >
        {(rows) => <LinkTable links={rows} />}
      </ListShell>
    </>
  )
}

type WaitingProps = { page: PaymentLinkPage; isOn: boolean; onShow: (isOn: boolean) => void }

const Waiting = ({ page, isOn, onShow }: WaitingProps) => {
  const { t } = useTranslation('money/links')
  if (page.waiting_count === 0 && !isOn) return null
  return (
    <Alert kind="warning" title={t('waiting.title', { count: page.waiting_count })}>
      <button
        type="button"
        className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
        onClick={() => onShow(!isOn)}
      >
        {t(isOn ? 'waiting.all' : 'waiting.show')}
      </button>
    </Alert>
  )
}
