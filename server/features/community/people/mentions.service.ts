import { listMentions } from '#contract/community/people.ts'
import { SEARCH_COUNT_MAX } from '#contract/community/community.ts'
import { pathFor, type QueryOf } from '#contract/endpoint.ts'
import { pageLinks } from '#server/core/http/page-links.ts'
import type { MemberScope } from '#server/core/http/scope.ts'
import { viewerOf } from '../community.context.ts'
import * as mentions from './mentions.repository.ts'
import { excerptOf } from '../excerpt.ts'

/** Posts in which others mentioned the caller. */
export const mentionPage = (scope: MemberScope, query: QueryOf<typeof listMentions>) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    const unseen = query.unseen === 'true'
    const offset = (query.page - 1) * query.page_size
    const count = await mentions.countMentions(db, { clientId, userId, unseen, max: SEARCH_COUNT_MAX })
    const rows = await mentions.readMentions(db, { clientId, userId, unseen, limit: query.page_size, offset })
    return {
      ...pageLinks(pathFor(listMentions, { clientId }), query, count),
      results: rows.map((row) => ({
        id: row.id,
        thread_id: row.thread_id,
        comment_id: row.comment_id === 0 ? null : row.comment_id,
        title: row.title,
        excerpt: excerptOf(row.body),
        author: { user_name: row.user_name, name: row.name, profile_pic_url: row.profile_pic_url },
        created_at: row.created_at.toISOString(),
        seen_at: row.seen_at?.toISOString() ?? null,
      })),
    }
  })

/** Marks mentions as seen; repeating it is harmless. */
export const markMentionsSeen = (scope: MemberScope, upTo: number) =>
  scope.tx(async (db) => {
    const { clientId, userId } = viewerOf(scope)
    await mentions.markSeen(db, { clientId, userId, upTo, at: scope.clock.now() })
    return {
      unseen: await mentions.countMentions(db, { clientId, userId, unseen: true, max: SEARCH_COUNT_MAX }),
    }
  })
