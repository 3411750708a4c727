import { createContext, type ReactNode, useContext, useState } from 'react';
import { call } from '../../../api/client.ts';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../../console/ReasonDialog.tsx';
import { strings } from './customer.strings.ts';
import { refreshCustomer } from './customer-calls.ts';

/** A change of a customer: what the dialog asks, and the call that makes it. */
export type CustomerAction = {
  title: string;
  /** What it is about, if the title does not say so, such as one of the customer's accounts. */
  thing?: string;
  text?: string;
  changes?: readonly { what: string; before: string; after: string }[];
  confirmLabel: string;
  /** The error message if the server sends none; null to show no error at all. */
  fallback: string | null;
  danger?: boolean;
  run: (reason: string) => Promise<{ message: string; change_id?: string | null }>;
};

const Ask = createContext<(action: CustomerAction) => void>(() => undefined);

/** Asks for the reason of a change; if the change can be undone, the toast offers it. */
export function useAsk(): (action: CustomerAction) => void {
  return useContext(Ask);
}

/** Provides the single dialog of a customer's page. */
export function CustomerActions({ id, children }: { id: string; children: ReactNode }) {
  const [asked, setAsked] = useState<CustomerAction | null>(null);
  return (
    <Ask.Provider value={setAsked}>
      {children}
      {asked ? (
        <ReasonDialog
          title={asked.title}
          name={`${id}:${asked.title}:${asked.thing ?? ''}`}
          changes={asked.changes ?? []}
          confirmLabel={asked.confirmLabel}
          fallback={asked.fallback}
          danger={asked.danger ?? false}
          onConfirm={(reason) => make(id, asked, reason)}
          onClose={() => setAsked(null)}
        >
          {asked.text ? <p>{asked.text}</p> : null}
        </ReasonDialog>
      ) : null}
    </Ask.Provider>
  );
}

async function make(id: string, action: CustomerAction, reason: string): Promise<void> {
  try {
    const { message, change_id: changeId } = await action.run(reason);
    const undo = { label: strings.undo, press: () => void undoNow(id, changeId ?? '') };
    notify.success(message, changeId ? { action: undo } : {});
  } catch (error) {
    if (action.fallback !== null) throw error;
  }
  await refreshCustomer();
}

/** Undoes a change and says so, or says why it was refused; resolves to whether it was undone. */
export async function undoNow(id: string, changeId: string): Promise<boolean> {
  let isUndone = false;
  try {
    await call('POST /api/admin/users/:id/undo', {
      params: { id },
      body: { change_id: changeId, reason: `Undo of change ${changeId}, right after it` },
    });
    isUndone = true;
    notify.success('Undone.');
  } catch (error) {
    notify.error(describeError(error, strings.undoFailed), { requestId: requestIdOf(error) });
  }
  await refreshCustomer();
  return isUndone;
}
