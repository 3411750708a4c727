import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { saveFile } from '../../ui/save-file.ts';

import { strings } from './user-data.strings.ts';

/** The button that downloads everything we store about the person. */
export function DownloadData() {
  const download = useMutation({
    mutationFn: () => call('GET /api/user/export'),
    onSuccess(data) {
      const content = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile('drumbeat-data.json', content);
      notify.success(strings.downloaded);
    },
    onError: (error) =>
      notify.error(describeError(error, strings.notDownloaded), { requestId: requestIdOf(error) }),
  });
  return (
    <LoadingButton
      variant="default"
      loading={download.isPending}
      loadingLabel={strings.downloading}
      onClick={() => download.mutate()}
    >
      {strings.download}
    </LoadingButton>
  );
}
