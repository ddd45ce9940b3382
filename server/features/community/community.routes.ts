import type { FastifyInstance } from 'fastify'
import { listLessonThreads } from '#contract/community/lesson-threads.ts'
import * as moderationContract from '#contract/community/moderation.ts'
import * as namesContract from '#contract/community/people.ts'
import * as contract from '#contract/community/community.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import * as comments from './comments/comments.service.ts'
import type { CommunityContext } from './community.context.ts'
import { lessonThreads } from './threads/lessons.service.ts'
import * as mentions from './people/mentions.service.ts'
import * as moderation from './moderation/moderation.service.ts'
import { peopleFor } from './people/people.service.ts'
import { similarTo } from './threads/similar.service.ts'
import { addTag, allTags } from './threads/tags.service.ts'
import * as threads from './threads/threads.service.ts'
import { voteOnComment, voteOnThread } from './threads/votes.service.ts'

export const registerCommunityRoutes = (
  app: FastifyInstance,
  pipeline: RequestPipeline,
  context: CommunityContext,
): void => {
  mount(app, pipeline, contract.listThreads, (scope, { query }) => threads.threadPage(context, scope, query))
  mount(app, pipeline, contract.createThread, (scope, { body }) => threads.startThread(context, scope, body))
  mount(app, pipeline, contract.getThread, (scope, { params }) =>
    threads.threadDetail(context, scope, params.threadId),
  )
  mount(app, pipeline, contract.updateThread, (scope, { params, body }) =>
    threads.editThread(context, scope, params.threadId, body),
  )
  mount(app, pipeline, contract.deleteThread, (scope, { params }) =>
    threads.deleteThread(context, scope, params.threadId),
  )
  mount(app, pipeline, contract.restoreThread, (scope, { params }) =>
    threads.restoreThread(context, scope, params.threadId),
  )
  mount(app, pipeline, contract.voteThread, (scope, { params, body }) =>
    voteOnThread(scope, params.threadId, body.vote_type),
  )
  mount(app, pipeline, contract.bookmarkThread, (scope, { params }) =>
    threads.bookmark(scope, params.threadId, true),
  )
  mount(app, pipeline, contract.unbookmarkThread, (scope, { params }) =>
    threads.bookmark(scope, params.threadId, false),
  )
  mount(app, pipeline, contract.followThread, (scope, { params, body }) =>
    threads.follow(scope, params.threadId, body.following),
  )
  mount(app, pipeline, contract.listComments, (scope, { params, query }) =>
    comments.commentPage(context, scope, params.threadId, query),
  )
  mount(app, pipeline, contract.createComment, (scope, { params, body }) =>
    comments.writeComment(context, scope, params.threadId, body),
  )
  mount(app, pipeline, contract.updateComment, (scope, { params, body }) =>
    comments.editComment(context, scope, params.commentId, body.body),
  )
  mount(app, pipeline, contract.deleteComment, (scope, { params }) =>
    comments.deleteComment(context, scope, params.commentId),
  )
  mount(app, pipeline, contract.restoreComment, (scope, { params }) =>
    comments.restoreComment(context, scope, params.commentId),
  )
  mount(app, pipeline, contract.voteComment, (scope, { params, body }) =>
    voteOnComment(scope, params.commentId, body.vote_type),
  )
  mount(app, pipeline, contract.acceptComment, (scope, { params, body }) =>
    comments.acceptAnswer(context, scope, params.commentId, body.accepted),
  )
  mount(app, pipeline, contract.listTags, (scope) => allTags(scope))
  mount(app, pipeline, contract.createTag, (scope, { body }) => addTag(scope, body.name))
  mount(app, pipeline, contract.similarThreads, (scope, { query }) => similarTo(scope, query.title))
  mount(app, pipeline, listLessonThreads, (scope, { params, query }) =>
    lessonThreads(context, scope, { courseId: params.courseId, topicId: params.submoduleId }, query),
  )
  mount(app, pipeline, namesContract.suggestPeople, (scope, { query }) => peopleFor(scope, query))
  mount(app, pipeline, namesContract.listMentions, (scope, { query }) => mentions.mentionPage(scope, query))
  mount(app, pipeline, namesContract.seeMentions, (scope, { body }) =>
    mentions.markMentionsSeen(scope, body.up_to),
  )
  mount(app, pipeline, moderationContract.report, (scope, { body }) => moderation.addReport(scope, body))
  mount(app, pipeline, moderationContract.listReports, (scope, { query }) =>
    moderation.reportQueue(scope, query),
  )
  mount(app, pipeline, moderationContract.settleReport, (scope, { params, body }) =>
    moderation.settle(context, scope, params.reportId, body),
  )
  mount(app, pipeline, moderationContract.getHistory, (scope, { params }) =>
    moderation.history(scope, params.subjectType, params.subjectId),
  )
}
