import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { replaceQuestion } from '../../generation/prechecks.rules.ts';
import type { useGeneration } from '../../generation/useGeneration.ts';

const ConfirmDialog = lazyDialog(
  async () => (await import('../../../ui/dialogs/ConfirmDialog.tsx')).ConfirmDialog,
);

/** Asks before new posts replace the planned ones. */
export function ReplaceDialog({ generation }: { generation: ReturnType<typeof useGeneration> }) {
  const { question, replace, dropQuestion } = generation;
  const count = question?.posts.length ?? 0;
  return (
    <ConfirmDialog
      opened={question !== null}
      onClose={dropQuestion}
      title="Replace your planned posts?"
      confirmLabel={count === 1 ? 'Generate and replace 1 post' : `Generate and replace ${count} posts`}
      onConfirm={async () => {
        if (question) replace(question);
      }}
    >
      {question ? replaceQuestion(question.posts, question.account.username) : null}
    </ConfirmDialog>
  );
}
