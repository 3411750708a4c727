-- The search of staff finds a person by the ids that they had at the payment provider before the present ones.
create index former_billing_ids_customer on former_billing_ids (customer_id);
create index former_billing_ids_subscription on former_billing_ids (subscription_id) where subscription_id is not null;
